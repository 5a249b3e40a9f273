from opacus import PrivacyEngine
from torch.utils.data import DataLoader, random_split
train, valid = random_split(data, [50000, 10000])
loader = DataLoader(train, batch_size=250)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0, poisson_sampling=False)
epochs = 4
for epoch in range(epochs):
    go()
delta = 1e-5
PrivacyEngine().get_epsilon(delta)
