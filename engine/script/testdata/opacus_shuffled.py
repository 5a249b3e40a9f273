from opacus import PrivacyEngine
from torch.utils.data import DataLoader

EPOCHS = 15
BATCH = 256
loader = DataLoader(dataset, batch_size=BATCH, shuffle=True)
engine = PrivacyEngine()
net, optimizer, loader = engine.make_private(
    module=net, optimizer=optimizer, data_loader=loader,
    noise_multiplier=1.1, max_grad_norm=1.0, poisson_sampling=False,
)
for epoch in range(EPOCHS):
    for x, y in loader:
        step(x, y)
print(engine.get_epsilon(1e-5))
