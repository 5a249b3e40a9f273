from absl import app
from absl import flags
import tensorflow as tf
from tensorflow_privacy.privacy.analysis.compute_dp_sgd_privacy_lib import compute_dp_sgd_privacy
from tensorflow_privacy.privacy.optimizers.dp_optimizer_keras import DPKerasSGDOptimizer

flags.DEFINE_boolean('dpsgd', True, 'private or not')
flags.DEFINE_float('learning_rate', 0.15, 'rate')
flags.DEFINE_float('noise_multiplier', 0.1, 'noise')
flags.DEFINE_float('l2_norm_clip', 1.0, 'clip')
flags.DEFINE_integer('batch_size', 250, 'batch')
flags.DEFINE_integer('epochs', 60, 'epochs')
flags.DEFINE_integer('microbatches', 250, 'must divide the batch')
FLAGS = flags.FLAGS


def main(unused_argv):
  if FLAGS.dpsgd:
    optimizer = DPKerasSGDOptimizer(
        l2_norm_clip=FLAGS.l2_norm_clip,
        noise_multiplier=FLAGS.noise_multiplier,
        num_microbatches=FLAGS.microbatches,
        learning_rate=FLAGS.learning_rate)
  else:
    optimizer = tf.keras.optimizers.SGD(learning_rate=FLAGS.learning_rate)
  model.compile(optimizer=optimizer, loss=loss)
  model.fit(train_data, train_labels, epochs=FLAGS.epochs, batch_size=FLAGS.batch_size)
  compute_dp_sgd_privacy(n=60000, batch_size=FLAGS.batch_size, noise_multiplier=FLAGS.noise_multiplier, epochs=FLAGS.epochs, delta=1e-5)


if __name__ == '__main__':
  app.run(main)
