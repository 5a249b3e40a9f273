from opacus import PrivacyEngine
from opacus.schedulers import ExponentialNoise
from torch.utils.data import DataLoader
loader = DataLoader(ds, batch_size=32)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=2.0, max_grad_norm=1.0)
scheduler = ExponentialNoise(optimizer, gamma=0.99)
for epoch in range(2):
    scheduler.step()
