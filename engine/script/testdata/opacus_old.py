# The form before version 1.0.
import argparse
from opacus import PrivacyEngine
from opacus.utils.uniform_sampler import UniformWithReplacementSampler
from torch.utils.data import DataLoader
parser = argparse.ArgumentParser()
parser.add_argument("--sample-rate", type=float, default=0.004)
parser.add_argument("--sigma", type=float, default=1.5)
parser.add_argument("--epochs", type=int, default=90)
parser.add_argument("--delta", default=1e-5)
args = parser.parse_args()
train_loader = DataLoader(train_dataset, batch_sampler=UniformWithReplacementSampler(num_samples=len(train_dataset), sample_rate=args.sample_rate))
privacy_engine = PrivacyEngine(model, sample_rate=args.sample_rate, alphas=[1 + x / 10.0 for x in range(1, 100)] + list(range(12, 64)), noise_multiplier=args.sigma, max_grad_norm=1.0)
privacy_engine.attach(optimizer)
for epoch in range(args.epochs):
    train(epoch)
    epsilon, best_alpha = optimizer.privacy_engine.get_privacy_spent(args.delta)
