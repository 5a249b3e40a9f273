import tensorflow_privacy
opt = tensorflow_privacy.DPKerasAdamOptimizer(l2_norm_clip=1.0, noise_multiplier=0.7)
model.fit(x, y, 100, 5, shuffle=False)
tensorflow_privacy.compute_dp_sgd_privacy_statement(10000, 100, 5, 0.7, 1e-6)
