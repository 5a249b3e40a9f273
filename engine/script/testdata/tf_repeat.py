import tensorflow as tf
import tensorflow_privacy
ds = tf.data.Dataset.from_tensor_slices(data).repeat().shuffle(1000).batch(64)
opt = tensorflow_privacy.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0, learning_rate=0.1)
model.fit(ds, epochs=3, steps_per_epoch=100)
