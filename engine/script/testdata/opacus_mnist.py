# A small network on digits, with Opacus; options of the command line.
import argparse

import torch
import torch.nn as nn
import torch.optim as optim
from opacus import PrivacyEngine
from torchvision import datasets, transforms
from tqdm import tqdm


def train(args, model, device, train_loader, optimizer, privacy_engine, epoch):
    model.train()
    losses = []
    for _batch_idx, (data, target) in enumerate(tqdm(train_loader)):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(data.to(device)), target.to(device))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if not args.disable_dp:
        epsilon = privacy_engine.accountant.get_epsilon(delta=args.delta)
        print(f"epoch {epoch} loss {sum(losses):.6f} (ε = {epsilon:.2f}, δ = {args.delta})")


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("-b", "--batch-size", type=int, default=64, metavar="B", help="batch size")
    parser.add_argument("-n", "--epochs", type=int, default=10, metavar="N")
    parser.add_argument("-r", "--n-runs", type=int, default=1)
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--sigma", type=float, default=1.0, metavar="S")
    parser.add_argument("-c", "--max-per-sample-grad_norm", type=float, default=1.0)
    parser.add_argument("--delta", type=float, default=1e-5)
    parser.add_argument("--disable-dp", action="store_true", default=False)
    parser.add_argument("--device", type=str, default="cpu")
    args = parser.parse_args()
    train_loader = torch.utils.data.DataLoader(
        datasets.MNIST("../mnist", train=True, download=True, transform=transforms.ToTensor()),
        batch_size=args.batch_size,
        num_workers=0,
        pin_memory=True,
    )
    test_loader = torch.utils.data.DataLoader(
        datasets.MNIST("../mnist", train=False, transform=transforms.ToTensor()),
        batch_size=1024,
        shuffle=True,
    )
    for _ in range(args.n_runs):
        model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10)).to(args.device)
        optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=0)
        privacy_engine = None
        if not args.disable_dp:
            privacy_engine = PrivacyEngine(secure_mode=False)
            model, optimizer, train_loader = privacy_engine.make_private(
                module=model,
                optimizer=optimizer,
                data_loader=train_loader,
                noise_multiplier=args.sigma,
                max_grad_norm=args.max_per_sample_grad_norm,
            )
        for epoch in range(1, args.epochs + 1):
            train(args, model, args.device, train_loader, optimizer, privacy_engine, epoch)


if __name__ == "__main__":
    main()
