from opacus import PrivacyEngine
import torch
kwargs = {"num_workers": 1, "pin_memory": True}
train_loader = torch.utils.data.DataLoader(train_set, batch_size=128, **kwargs)
settings = dict(noise_multiplier=1.3, max_grad_norm=1.0)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=train_loader, **settings)
for epoch in range(7):
    go()
