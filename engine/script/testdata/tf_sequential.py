from tensorflow_privacy import DPSequential
model = DPSequential(l2_norm_clip=1.0, noise_multiplier=2.5, num_microbatches=50, layers=layers)
model.fit(x=x_train, y=y_train, batch_size=200, epochs=2 * 5)
