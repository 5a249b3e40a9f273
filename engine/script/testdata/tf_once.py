import tensorflow as tf
import tensorflow_privacy
train = tf.data.Dataset.from_tensor_slices(data).shuffle(60000, reshuffle_each_iteration=False).batch(600)
opt = tensorflow_privacy.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.4, learning_rate=0.1)
model.fit(train, epochs=60)
