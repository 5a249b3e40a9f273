from sklearn.preprocessing import StandardScaler
import tensorflow as tf
import tensorflow_privacy as tfp

scaler = StandardScaler()
scaler.fit(x_train)
x_train = scaler.transform(x_train)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(optimizer=tfp.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.15, num_microbatches=None), loss="mse")
history = model.fit(x_train, y_train, epochs=25, batch_size=400, verbose=0)
epsilon = tfp.compute_dp_sgd_privacy_statement(number_of_examples=len(x_train), batch_size=400, num_epochs=25, noise_multiplier=1.15, delta=1e-5)
