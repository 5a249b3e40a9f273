import pytorch_lightning as pl
from opacus import PrivacyEngine
from torch.utils.data import DataLoader

class Lit(pl.LightningModule):
    def __init__(self, lr: float = 0.1, delta: float = 1e-5, sigma: float = 1.0):
        super().__init__()
        self.delta = delta
        self.sigma = sigma
        self.privacy_engine = PrivacyEngine()

    def configure_optimizers(self):
        data_loader = self.trainer._data_connector._train_dataloader_source.dataloader()
        self.model, optimizer, dataloader = self.privacy_engine.make_private(
            module=self, optimizer=make(), data_loader=data_loader, noise_multiplier=self.sigma, max_grad_norm=1.0)
        return optimizer

trainer = pl.Trainer(max_epochs=10)
trainer.fit(Lit(sigma=0.8))
