from opacus import PrivacyEngine
import tensorflow_privacy
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=d, noise_multiplier=1.0, max_grad_norm=1.0)
tensorflow_privacy.DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0)
