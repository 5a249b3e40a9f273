import tensorflow as tf
from tensorflow_privacy import DPKerasSGDOptimizer
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.2, learning_rate=0.1)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(5000).batch(500)
EPOCHS = 9
for epoch in range(EPOCHS):
  for images, labels in dataset:
    with tf.GradientTape(persistent=True) as tape:
      loss = f(images, labels)
