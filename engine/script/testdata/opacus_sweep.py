from opacus import PrivacyEngine
from torch.utils.data import DataLoader
for sigma in [0.5, 1.0, 2.0]:
    loader = DataLoader(ds, batch_size=100)
    model, optimizer, loader = PrivacyEngine().make_private(module=make(), optimizer=sgd(), data_loader=loader, noise_multiplier=sigma, max_grad_norm=1.0)
    for epoch in range(10):
        go()
