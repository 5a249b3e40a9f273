import tensorflow as tf
import tensorflow_privacy as tfp
BATCH = 128
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train))
dataset = dataset.shuffle(10000)
dataset = dataset.batch(BATCH, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(1000)
optimizer = tfp.VectorizedDPKerasAdamOptimizer(1.0, 0.9, num_microbatches=1)
model.compile(optimizer, loss)
model.fit(dataset, epochs=8, validation_data=test)
