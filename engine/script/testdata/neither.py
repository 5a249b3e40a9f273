import torch
# make_private(noise_multiplier=1.0) is only named here
print("make_private(noise_multiplier=1.0)")
