import opacus, torch
from torch.utils.data import DataLoader
loader = DataLoader(data, 256, True, drop_last=True)
engine = opacus.PrivacyEngine(accountant="prv")
model, opt, loader = engine.make_private(module=model, optimizer=opt, data_loader=loader, noise_multiplier=0.55, max_grad_norm=1, poisson_sampling=False)
num_epochs = 15
for e in range(num_epochs): train(model, opt, loader)
eps = engine.accountant.get_epsilon(delta=1e-5)
