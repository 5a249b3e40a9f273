from opacus import PrivacyEngine
from torch.utils.data import DataLoader


def loaders(size, workers=2):
    train = DataLoader(train_set, batch_size=size, shuffle=True, num_workers=workers)
    test = DataLoader(test_set, batch_size=1000)
    return train, test


def private(engine, model, optimizer, loader, sigma, clip=1.0):
    return engine.make_private(module=model, optimizer=optimizer, data_loader=loader,
                               noise_multiplier=sigma, max_grad_norm=clip, poisson_sampling=False)


def main(epochs=12, sigma=0.9):
    train, test = loaders(200)
    engine = PrivacyEngine()
    model, optimizer, train = private(engine, make(), sgd(), train, sigma)
    for epoch in range(epochs):
        one_pass(model, train)
    print(engine.get_epsilon(delta=1 / 60_000))


main(epochs=30)
