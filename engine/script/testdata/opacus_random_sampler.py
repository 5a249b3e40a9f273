from opacus import PrivacyEngine
from torch.utils.data import DataLoader, RandomSampler, SubsetRandomSampler
indices = list(range(45_000))
loader = DataLoader(ds, batch_size=150, sampler=SubsetRandomSampler(indices))
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.25, max_grad_norm=0.5, poisson_sampling=False)
for epoch in range(20): go()
PrivacyEngine().get_epsilon(delta=2e-5)
