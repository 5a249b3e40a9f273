package script

import (
	"slices"
	"strings"
)

// tensorflowCalls returns the calls that make a private optimizer, or a private model.
func (s *search) tensorflowCalls() (list []site) {
	for _, c := range s.calls {
		if called := c.called(); !(strings.HasPrefix(called, "DP") || strings.HasPrefix(called, "VectorizedDP")) || strings.HasPrefix(called, "DPDataLoader") {
			continue
		}
		noise, sure := c.argument("noise_multiplier", -1)
		clip, _ := c.argument("l2_norm_clip", -1)
		if clip != nil || !sure || noise != nil && c.called() != "DPOptimizer" || strings.Contains(c.called(), "DPKeras") && len(c.arguments) > 1 {
			list = append(list, c)
		}
	}
	return list
}

func (s *search) tensorflow(calls []site) {
	var sigma, clip, micro, accumulated, records, batch, delta, statedNoise, statedBatch said
	for _, c := range calls {
		s.given(&clip, c, "l2_norm_clip", 0)
		s.given(&sigma, c, "noise_multiplier", 1)
		s.given(&micro, c, "num_microbatches", 2)
		s.given(&accumulated, c, "gradient_accumulation_steps", 3)
	}
	stated := map[string]epochArgument{"fit": {"epochs", 3, true, true, nodes(s.fits())}}
	for _, c := range s.calls {
		var words [5]string
		switch c.called() {
		case "compute_dp_sgd_privacy":
			words = [...]string{"n", "batch_size", "noise_multiplier", "epochs", "delta"}
		case "compute_dp_sgd_privacy_statement":
			words = [...]string{"number_of_examples", "batch_size", "noise_multiplier", "num_epochs", "delta"}
			if v, _ := c.argument("max_examples_per_user", -1); v != nil && v.text != "None" {
				s.tell(v.at, "a person may have several records: what holds here holds for one of them")
			}
		default:
			continue
		}
		places := [...]int{0, 1, 2, 3, 4}
		if c.called() == "compute_dp_sgd_privacy_statement" {
			places[2], places[3] = 3, 2
		}
		for i, to := range []*said{&records, &statedBatch, &statedNoise, nil, &delta} {
			if to != nil {
				s.given(to, c, words[i], places[i])
			}
		}
		stated[c.called()] = epochArgument{name: words[3], place: places[3]}
	}
	sigma.also(statedNoise)
	s.enter("sigma", sigma.numeric())
	s.clips(clip)
	s.enter("records", records.numeric())
	s.deltas(delta)
	s.epochs(stated, len(calls))
	s.tensorflowDraws(&batch)
	batch.also(statedBatch)
	s.enter("batch", batch.numeric())
	s.microbatches(micro)
	if accumulated.what != "" {
		if v := accumulated.values; len(v.list) == 1 && v.why == "" && v.list[0].word == "" {
			if s.way.accumulated = v.list[0].number; s.way.accumulated > 1 {
				s.tell(accumulated.at, "%s batches make one step, each with noise of its own", v.list[0])
			}
		} else {
			s.ask("batch", "gradient_accumulation_steps on "+accumulated.at.String()+" is not read: the size of all batches of one step is asked for")
			s.ask("sigma", "gradient_accumulation_steps on "+accumulated.at.String()+" is not read: the noise of one step is asked for")
		}
	}
	s.distributed()
}

// fits returns the calls of fit that train a network: those with an argument that only Keras has, or of a model that is compiled.
func (s *search) fits() (list []site) {
	compiled := s.named("compile")
	for _, c := range s.named("fit") {
		keras := slices.ContainsFunc(c.arguments, func(a argument) bool {
			return slices.Contains([]string{"epochs", "batch_size", "steps_per_epoch", "validation_data", "validation_split", "callbacks", "verbose", "**"}, a.name)
		})
		for _, of := range compiled {
			keras = keras || c.of[0].shape == member && of.of[0].shape == member && c.of[0].of[0].dotted() != "" && c.of[0].of[0].dotted() == of.of[0].of[0].dotted()
		}
		if keras || len(compiled) == 0 && len(s.named("fit")) == 1 || len(c.arguments) > 2 {
			list = append(list, c)
		}
	}
	return list
}

func nodes(list []site) []*node {
	all := []*node{}
	for _, c := range list {
		all = append(all, c.node)
	}
	return all
}

// microbatches says what is clipped: each gradient, or a mean of several, which moves twice as far.
func (s *search) microbatches(micro said) {
	if micro.what == "" || len(micro.list) == 1 && micro.list[0].word == "None" {
		return
	}
	batch, found := s.number("batch")
	switch {
	case len(micro.list) != 1 || micro.why != "" || !found:
		s.ask("sigma", "whether num_microbatches on "+micro.at.String()+" is the batch is not read: if it is less, a mean of several gradients is clipped, and half of the noise counts")
	case micro.list[0].String() != batch:
		s.way.halved = true
		s.tell(micro.at, "a mean of several gradients is clipped, which a record may move by two clips: half of the noise counts")
	}
}

// pipeline lists the stages of a tf.data pipeline, in written order.
type pipeline struct {
	stages []site
	sure   bool
}

// stages lists the stages that a pipeline may have.
var stages = []string{"batch", "shuffle", "repeat", "take", "skip", "map", "cache", "prefetch", "unbatch", "interleave", "from_tensor_slices", "shard", "padded_batch", "rebatch", "filter",
	"concatenate", "sample_from_datasets", "rejection_resample", "ragged_batch", "window", "group_by_window", "bucket_by_sequence_length"}

// pipelineOf collects the stages of all that a name is set to.
func (s *search) pipelineOf(n *node, in *scope) pipeline {
	p := pipeline{sure: true}
	var follow func(n *node, in *scope)
	var seen []*node
	follow = func(n *node, in *scope) {
		if slices.Contains(seen, n) || len(seen) > 200 {
			return
		}
		seen = append(seen, n)
		switch {
		case n.shape == call && n.of[0].shape == member:
			follow(n.of[0].of[0], in)
			if slices.Contains(stages, n.called()) {
				p.stages = append(p.stages, site{node: n, in: in})
			} else if n.called() != "load" {
				p.sure = false
			}
		case n.shape == variable:
			for sc := in; sc != nil; sc = sc.outer {
				if why := sc.spoiled[n.text]; why != "" && !strings.HasPrefix(why, "it is imported") {
					p.sure = false
				}
				list := sc.names[n.text]
				if len(list) == 0 {
					continue
				}
				for _, b := range list {
					if b.part >= 0 {
						p.sure = false
						continue
					}
					follow(b.value, b.in)
				}
				return
			}
			p.sure = p.sure && (n.text == "tf" || n.text == "tfds" || n.text == "tensorflow")
		case n.shape == member:
			follow(n.of[0], in)
		default:
			p.sure = false
		}
	}
	follow(n, in)
	return p
}

func (p pipeline) has(names ...string) (list []site) {
	for _, c := range p.stages {
		if slices.Contains(names, c.called()) {
			list = append(list, c)
		}
	}
	return list
}

// tensorflowDraws enters how batches are drawn, which is as they come.
func (s *search) tensorflowDraws(batch *said) {
	fits := s.fits()
	for _, c := range fits {
		if v, _ := c.argument("steps_per_epoch", -1); v != nil && v.text != "None" {
			s.ask("steps", "steps_per_epoch on "+v.at.String()+" says how long an epoch is: steps in all are asked for")
		}
		size, sure := c.argument("batch_size", 2)
		switch {
		case size != nil && size.text != "None":
			s.given(batch, c, "batch_size", 2)
			var shuffle said
			if !s.given(&shuffle, c, "shuffle", -1) {
				shuffle.values, shuffle.at, shuffle.what = values{list: []value{{word: "True"}}}, c.at, "fit without shuffle, which is then True"
			}
			s.ordered(shuffle.truth("shuffled", "fixed-order"))
			s.standard("last", "kept", "fit, which keeps a smaller last batch", c.at)
		case !sure:
			s.ask("batch", "the arguments of fit on "+c.at.String()+" are not read")
			s.ask("drawn", "the arguments of fit on "+c.at.String()+" are not read")
		default:
			if of, _ := c.argument("x", 0); of != nil {
				s.pipelineDraws(s.pipelineOf(of, c.in), batch)
			}
		}
	}
	if len(fits) > 0 {
		return
	}
	var found []pipeline
	for _, scope := range s.scopes {
		for word := range scope.names {
			if p := s.pipelineOf(&node{shape: variable, text: word}, scope); len(p.has("batch")) > 0 {
				if !slices.ContainsFunc(found, func(q pipeline) bool { return q.has("batch")[0].node == p.has("batch")[0].node }) {
					found = append(found, p)
				}
			}
		}
	}
	if len(found) == 1 {
		s.pipelineDraws(found[0], batch)
	}
}

// pipelineDraws enters the way of a pipeline: whatever the buffer, each record is once an epoch, unless epochs are mixed.
func (s *search) pipelineDraws(p pipeline, batch *said) {
	batches := p.has("batch")
	if len(batches) == 0 {
		return
	}
	var last said
	for _, c := range batches {
		s.given(batch, c, "batch_size", 0)
		if !s.given(&last, c, "drop_remainder", 1) {
			last.values = last.and(values{list: []value{{word: "False"}}})
			last.at, last.what = c.at, "batch without drop_remainder, which is then False"
		}
	}
	s.enter("last", last.truth("dropped", "kept"))
	shuffles, mixed := p.has("shuffle"), p.has("repeat", "take", "skip", "unbatch", "interleave", "shard", "padded_batch", "rebatch", "filter",
		"concatenate", "sample_from_datasets", "rejection_resample", "ragged_batch", "window", "group_by_window", "bucket_by_sequence_length")
	at := batches[0].at
	switch {
	case len(mixed) > 0:
		s.ask("drawn", mixed[0].called()+" on "+mixed[0].at.String()+" changes which records an epoch has: how batches are drawn is asked for")
	case len(batches) > 1 || !p.sure:
		s.ask("drawn", "not all of the pipeline with batch on "+at.String()+" is read: how batches are drawn is asked for")
	case len(shuffles) == 0:
		s.ordered(said{values{list: []value{{word: "fixed-order"}}}, at, "a pipeline without shuffle"})
	default:
		var anew said
		if !s.given(&anew, shuffles[0], "reshuffle_each_iteration", 2) {
			anew.values, anew.at, anew.what = values{list: []value{{word: "True"}}}, shuffles[0].at, "shuffle without reshuffle_each_iteration, which is then True"
		}
		s.enter("drawn", anew.truth("shuffled", "shuffled-once"))
	}
}
