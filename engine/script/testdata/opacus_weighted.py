from opacus import PrivacyEngine
from torch.utils.data import DataLoader, WeightedRandomSampler

counts = labels.bincount()
weights = (1.0 / counts)[labels]
sampler = WeightedRandomSampler(weights, num_samples=10_000, replacement=True)
loader = DataLoader(dataset, batch_size=100, sampler=sampler)
privacy_engine = PrivacyEngine()
model, optimizer, loader = privacy_engine.make_private(
    module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0, poisson_sampling=False)
for epoch in range(5):
    run(epoch)
epsilon = privacy_engine.get_epsilon(delta=1e-5)
