import tensorflow_privacy
opt = tensorflow_privacy.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=0.5, num_microbatches=None, gradient_accumulation_steps=4, learning_rate=0.1)
model.compile(optimizer=opt)
model.fit(x, y, batch_size=64, epochs=10)
