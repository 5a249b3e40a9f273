from opacus import PrivacyEngine
from torch.utils.data import DataLoader
loader = DataLoader(ds, batch_size=32, shuffle=True)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=2.0, max_grad_norm=1.0)
for epoch in range(2):
    for i, (x, y) in enumerate(loader):
        loss(model(x), y).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
PrivacyEngine().get_epsilon(delta=1e-5)
