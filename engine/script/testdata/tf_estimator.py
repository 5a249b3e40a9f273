from absl import flags
import tensorflow as tf
from tensorflow_privacy.privacy.optimizers import dp_optimizer
flags.DEFINE_float('noise_multiplier', 1.1, 'noise')
flags.DEFINE_integer('batch_size', 256, 'batch')
_EPOCHS = flags.DEFINE_integer('epochs', 60, 'epochs')
FLAGS = flags.FLAGS
def model_fn(features, labels, mode):
  optimizer = dp_optimizer.DPGradientDescentGaussianOptimizer(l2_norm_clip=1.0, noise_multiplier=FLAGS.noise_multiplier, num_microbatches=256, learning_rate=.15)
def main(_):
  train_input_fn = tf.compat.v1.estimator.inputs.numpy_input_fn(x={'x': train_data}, y=train_labels, batch_size=FLAGS.batch_size, num_epochs=_EPOCHS.value, shuffle=True)
  steps_per_epoch = 60000 // FLAGS.batch_size
  for epoch in range(1, _EPOCHS.value + 1):
    mnist_classifier.train(input_fn=train_input_fn, steps=steps_per_epoch)
