from opacus import PrivacyEngine
from torch.utils.data import DataLoader
noise = 1.1
noise = 0.7
loader = DataLoader(data, batch_size=64, shuffle=True)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=noise, max_grad_norm=1.0)
for epoch in range(3):
    pass
for epoch in range(5):
    pass
PrivacyEngine().get_epsilon(1e-5)
