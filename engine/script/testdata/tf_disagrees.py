import tensorflow_privacy
opt = tensorflow_privacy.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=0.7, learning_rate=0.1)
model.fit(x, y, batch_size=100, epochs=5)
tensorflow_privacy.compute_dp_sgd_privacy(n=10000, batch_size=100, noise_multiplier=1.7, epochs=5, delta=1e-6)
