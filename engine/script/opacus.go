package script

import (
	"slices"
	"strings"
)

// opacusCalls returns the calls that make a training private: make_private, and PrivacyEngine in its form before 1.0.
func (s *search) opacusCalls() (list []site) {
	for _, c := range s.calls {
		switch c.called() {
		case "make_private", "make_private_with_epsilon":
			list = append(list, c)
		case "PrivacyEngine", "DPOptimizer":
			if v, sure := c.argument("noise_multiplier", -1); v != nil || !sure {
				list = append(list, c)
			}
		}
	}
	return list
}

func (s *search) opacus(calls []site) {
	var sigma, clip, claimed, delta, coins, rate, records, batch said
	var loaders []site
	linked := true
	for _, c := range calls {
		if c.called() == "make_private_with_epsilon" {
			s.given(&claimed, c, "target_epsilon", -1)
			s.given(&delta, c, "target_delta", -1)
			sigma.values = sigma.and(unread("Opacus computes it on %v for records drawn by coins: optimizer.noise_multiplier prints it", c.at))
			sigma.at, sigma.what = c.at, "make_private_with_epsilon"
		} else {
			s.given(&sigma, c, "noise_multiplier", -1)
		}
		s.given(&clip, c, "max_grad_norm", -1)
		if v, _ := c.argument("clipping", -1); v != nil && v.text != "flat" {
			if v.text == "per_layer" {
				s.tell(c.at, "clipping is per layer: Opacus scales the noise by the norm of all limits, and σ is what it says")
			} else {
				s.ask("sigma", "clipping on "+c.at.String()+" is not flat or per layer: the noise on the sum, in clips, is asked for")
			}
		}
		switch c.called() {
		case "PrivacyEngine", "DPOptimizer":
			s.given(&rate, c, "sample_rate", -1)
			s.given(&batch, c, "batch_size", -1)
			s.given(&records, c, "sample_size", -1)
			linked = false
			continue
		}
		if !s.given(&coins, c, "poisson_sampling", -1) {
			coins.values = coins.and(values{list: []value{{word: "True"}}})
			coins.at, coins.what = c.at, "make_private without poisson_sampling, which is then True"
		}
		loader, _ := c.argument("data_loader", -1)
		if loader == nil {
			linked = false
			continue
		}
		made, sure := (&evaluator{program: s.program}).made(loader, c.in, func(called string) bool { return called == "DataLoader" })
		linked = linked && sure && len(made) > 0
		for _, m := range made {
			loaders = append(loaders, *m)
		}
	}
	for _, scope := range s.scopes { // optimizer.noise_multiplier = ...
		for word, list := range scope.names {
			if strings.HasSuffix(word, ".noise_multiplier") && !strings.HasPrefix(word, "args.") && !strings.HasPrefix(word, "self.") {
				for _, b := range list {
					sigma.values = sigma.and(s.value(b.value, b.in))
				}
			}
		}
	}
	for _, c := range s.calls {
		if called := c.called(); strings.HasSuffix(called, "Noise") && len(called) > len("Noise") || strings.HasSuffix(called, "NoiseScheduler") {
			s.ask("sigma", called+" on "+c.at.String()+" changes the noise from step to step, which is not covered: the least σ is asked for")
		}
	}
	s.enter("sigma", sigma.numeric())
	s.clips(clip)
	s.enter("claimed", claimed.numeric())
	s.enter("rate", rate.numeric())
	s.enter("records", records.numeric())
	s.enter("batch", batch.numeric())
	s.deltas(delta)
	s.epochs(map[string]epochArgument{
		"make_private_with_epsilon": {name: "epochs", place: -1},
		"Trainer":                   {name: "max_epochs", place: -1, trains: true},
	}, len(calls))
	s.opacusDraws(coins, loaders, linked)
	for _, c := range s.calls {
		switch c.called() {
		case "BatchMemoryManager":
			s.tell(c.at, "BatchMemoryManager parts batches for the memory alone: steps and noise stay as they are")
		case "virtual_step", "signal_skip_step":
			s.ask("batch", "batches are accumulated by "+c.called()+" on "+c.at.String()+": the size of all that make one step is asked for")
		case "step":
			if c.now && strings.Contains(strings.ToLower(c.of[0].dotted()), "opt") {
				s.ask("batch", "batches are accumulated, as the step on "+c.at.String()+" is taken now and then: the size of all that make one is asked for")
			}
		}
	}
	for i, c := range calls {
		if why := s.again(c.in, c.loops, 0); why != "" {
			s.ask("epochs", c.called()+" on "+c.at.String()+" runs several times: "+why)
		} else if i > 0 {
			s.tell(c.at, "%s on %v begins another training: what holds here holds for one", c.called(), c.at)
		}
	}
	s.distributed()
}

// clips enters the limit of a norm where it is one number, as no ε depends on it.
func (s *search) clips(v said) {
	if len(v.list) == 1 && v.why == "" {
		s.enter("clip", v)
	}
}

// opacusDraws enters how batches are drawn: by coins where Opacus replaces the loader's sampler, else as the loader does.
func (s *search) opacusDraws(coins said, loaders []site, linked bool) {
	if coins.what == "" { // before 1.0 the loader's own way holds
		for _, c := range s.named("UniformWithReplacementSampler") {
			var rate said
			s.given(&rate, c, "sample_rate", 1)
			s.enter("rate", rate.numeric())
			s.standard("drawn", "poisson", "UniformWithReplacementSampler, which tosses a coin for each record", c.at)
		}
		if !s.entered("drawn") {
			s.ask("drawn", "this form of PrivacyEngine takes batches as the loader draws them, and which loader that is the script does not say")
		}
	}
	var batch, last said
	for _, c := range loaders {
		if sampler, sure := c.argument("batch_sampler", 4); sampler != nil || !sure {
			linked = false
		}
		if !s.given(&batch, c, "batch_size", 1) {
			batch.values = batch.and(values{list: []value{{number: 1}}})
			batch.at, batch.what = c.at, "DataLoader without batch_size, which is then 1"
		}
		if !s.given(&last, c, "drop_last", 8) {
			last.values = last.and(values{list: []value{{word: "False"}}})
			last.at, last.what = c.at, "DataLoader without drop_last, which is then False"
		}
	}
	if !linked || len(loaders) == 0 {
		const why = "the script does not say which DataLoader the training uses, or how that one makes batches"
		for _, word := range []string{"batch", "last", "drawn"} {
			if !s.entered(word) && !s.entered("rate") && (word != "drawn" || !slices.ContainsFunc(coins.list, func(v value) bool { return v.word == "True" })) {
				s.ask(word, why)
			}
		}
	} else {
		s.enter("batch", batch.numeric())
		s.enter("last", last.truth("dropped", "kept"))
	}
	switch {
	case coins.what == "" || s.entered("drawn"):
	case len(coins.list) != 1 || coins.why != "":
		s.enter("drawn", coins.truth("poisson", "as the loader draws"))
	case coins.list[0].word == "True":
		s.enter("drawn", coins.truth("poisson", ""))
		s.way.coins = true
		for _, c := range loaders {
			s.overridden(c)
		}
	case len(loaders) == 1 && linked:
		s.loaderDraws(loaders[0])
		s.because("drawn", "poisson_sampling is off on "+coins.place().String())
	default:
		s.ask("drawn", "poisson_sampling is off on "+coins.place().String()+", and the script does not say how its DataLoader draws")
	}
}

// overridden tells what Opacus replaces of a loader.
func (s *search) overridden(c site) {
	for i, word := range []string{"shuffle", "sampler"} {
		v, _ := c.argument(word, 2+i)
		if v == nil {
			continue
		}
		s.tell(v.at, "%s of DataLoader is replaced: with poisson_sampling each record is drawn by a coin", word)
		if word == "shuffle" {
			continue
		}
		made, sure := (&evaluator{program: s.program}).made(v, c.in, func(called string) bool { return strings.HasSuffix(called, "Sampler") })
		for _, m := range made {
			if m.called() != "WeightedRandomSampler" {
				continue
			}
			var samples said
			s.given(&samples, *m, "num_samples", 1)
			if len(samples.list) == 1 && samples.why == "" && samples.list[0].word == "" {
				s.way.samples = samples.list[0].number
				s.tell(m.at, "weights are dropped, and num_samples counts for the number of records in the rate")
			} else {
				s.ask("rate", "Opacus drops the weighted sampler on "+m.at.String()+" and draws with rate 1/len(loader), which is computed when the script runs")
			}
		}
		if !sure || len(made) == 0 {
			s.ask("rate", "the sampler on "+v.at.String()+" is not read, and Opacus draws with rate 1/len(loader)")
		}
	}
}

// loaderDraws enters the way of a loader by itself.
func (s *search) loaderDraws(c site) {
	sampler, sure := c.argument("sampler", 3)
	if !sure {
		s.ask("drawn", "the arguments of DataLoader on "+c.at.String()+" are not read")
		return
	}
	if sampler != nil && sampler.text != "None" {
		s.samplerDraws(sampler, c)
		return
	}
	var shuffle said
	if !s.given(&shuffle, c, "shuffle", 2) {
		shuffle.values, shuffle.at, shuffle.what = values{list: []value{{word: "False"}}}, c.at, "DataLoader without shuffle, which is then False"
	}
	s.ordered(shuffle.truth("shuffled", "fixed-order"))
}

// ordered enters an order, unless records without shuffling may have been drawn in one before.
func (s *search) ordered(order said) {
	for _, x := range order.list {
		if before := s.named("random_split", "permutation", "randperm", "shuffle", "train_test_split", "sample", "Subset"); x.word == "fixed-order" && len(before) > 0 {
			s.ask("drawn", "batches are taken in order, and "+before[0].called()+" on "+before[0].at.String()+
				" may have drawn that order once: fixed-order or shuffled-once is asked for")
			return
		}
	}
	s.enter("drawn", order)
}

// samplerDraws enters the way of a sampler.
func (s *search) samplerDraws(n *node, c site) {
	made, sure := (&evaluator{program: s.program}).made(n, c.in, func(called string) bool { return strings.HasSuffix(called, "Sampler") })
	if len(made) != 1 || !sure {
		s.ask("drawn", "the sampler on "+n.at.String()+" is not read")
		return
	}
	m := *made[0]
	replacement, known := m.argument("replacement", -1)
	switch m.called() {
	case "WeightedRandomSampler":
		replacement, known = m.argument("replacement", 2)
		if replacement != nil && replacement.text != "True" || !known {
			s.ask("drawn", "WeightedRandomSampler on "+m.at.String()+" draws without replacement, which is not covered")
			return
		}
		s.standard("drawn", "weighted", "WeightedRandomSampler", m.at)
		s.ask("chance", "the weights on "+m.at.String()+" are computed when the script runs: the greatest, over the sum of all, is asked for")
		var samples said
		s.given(&samples, m, "num_samples", 1)
		if len(samples.list) == 1 && samples.why == "" {
			s.way.samples = samples.list[0].number
		} else {
			s.ask("samples", "num_samples on "+m.at.String()+" is computed when the script runs: how many draws an epoch has is asked for")
		}
	case "RandomSampler", "SubsetRandomSampler":
		if replacement != nil && replacement.text != "False" || !known {
			s.ask("drawn", m.called()+" on "+m.at.String()+" draws with replacement: weighted, with a chance of 1 over the records, is that")
			return
		}
		s.standard("drawn", "shuffled", m.called(), m.at)
	case "SequentialSampler":
		s.ordered(said{values{list: []value{{word: "fixed-order"}}}, m.at, "SequentialSampler"})
	default:
		s.ask("drawn", m.called()+" on "+m.at.String()+" is no sampler that is read")
	}
}

// distributed asks for the batch where several workers train.
func (s *search) distributed() {
	for _, c := range s.named("DifferentiallyPrivateDistributedDataParallel", "DPDDP", "DistributedSampler", "init_process_group", "MirroredStrategy",
		"TPUStrategy", "MultiWorkerMirroredStrategy", "DistributedDataParallel") {
		for _, word := range []string{"batch", "sigma"} {
			s.ask(word, "several workers train ("+c.called()+" on "+c.at.String()+"): the "+map[string]string{"batch": "batch of all together",
				"sigma": "noise on the sum of all, in clips,"}[word]+" is asked for")
		}
	}
}

// deltas enters the δ at which a script asks for ε.
func (s *search) deltas(delta said) {
	for _, c := range s.calls {
		switch c.called() {
		case "get_epsilon":
			s.given(&delta, c, "delta", 0)
		case "get_privacy_spent":
			s.given(&delta, c, "delta", -1)
			s.given(&delta, c, "target_delta", -1)
			if v, _ := c.argument("", 0); v != nil && len(c.arguments) == 1 && c.arguments[0].name == "" {
				s.given(&delta, c, "target_delta", 0)
			}
		}
	}
	s.enter("delta", delta.numeric())
}
