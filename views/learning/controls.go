package learning

import (
	"slices"

	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/learners/loss"
	"dpscope/learners/train"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
)

// gauss2 is the word for the two-Gaussian set.
const gauss2 = "gauss2"

// Controls that the views of training share.
var (
	trainRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Records to train on, half of each class; of a file at most so many, drawn by the seed.",
		Min:  2, Max: 20000, Low: 20, High: 10000, Default: 1000, Scale: param.Count}
	epochs = param.Param{Name: "epochs", Symbol: "epochs",
		Help: "Passes over the records.",
		Min:  1, Max: 1000, Low: 1, High: 200, Default: 50, Scale: param.Count}
	patience = param.Param{Name: "patience", Symbol: "P", Label: "early stopping", Unit: "epochs",
		Help: "Stops a training early; after so many epochs without a greater AUC on the flipped labels of a fifth of the records, which are held out; the best epoch stands. " +
			"True labels are not looked at. \"off\": none is held out, and the last epoch stands.",
		Min: 0, Max: 1000, Low: 1, High: 100, Default: 0, Zero: "off", ZeroBefore: "endless", Scale: param.Count}
	decay = param.Param{Name: "decay", Symbol: "λ", Label: "decay",
		Help: "L2 penalty on the weights.",
		Min:  0, Max: 100, Low: 1e-5, High: 10, Default: 1e-4, Scale: param.Log}
	hiddenUnits = param.Param{Name: "hidden", Symbol: "H", Label: "hidden units", Unit: "units",
		Help: "Hidden units of the network.",
		Min:  1, Max: 512, Low: 2, High: 256, Default: 64, Scale: param.Count}
	seeds = param.Param{Name: "seeds", Symbol: "seeds", Label: "to average",
		Help: "Trainings to average over, each with its own records, flips and initial weights.",
		Min:  1, Max: 100, Low: 1, High: 30, Default: 1, Scale: param.Count, Role: param.Aside}

	examples = param.Text{Name: "data", Label: "data",
		Help: "\"gauss2\" simulates two normal classes in 20 dimensions; no score tells them apart with an AUC above 0.95 or an accuracy above 87.8 %. " +
			"Otherwise a CSV file with two classes, or a binary batch of CIFAR-10 (.bin).",
		Default: gauss2, Files: []string{".csv", ".csv.gz", ".bin", ".bin.gz"}, Resets: []string{"test", "classes"}}
	judging = param.Text{Name: "test", Label: "judged by", With: "data",
		Help:  "A file of the same kind with the held-out records that judge; by default a fifth of the first.",
		Files: []string{".csv", ".csv.gz", ".bin", ".bin.gz"}}
	classes = param.Text{Name: "classes", Label: "classes", With: "data",
		Help: "Two classes of CIFAR-10, the positive one first, such as airplane,cat; or the column of a CSV file that has the classes."}

	models = param.Menu[training.Model]{Name: "model", Label: "model",
		Help: "What scores a record.",
		Kinds: []param.Kind[training.Model]{
			{Name: "mlp", Title: "one hidden layer", Help: "One hidden ReLU layer: it can memorise flips.",
				Source: "Rumelhart, Hinton & Williams 1986", Params: []param.Param{hiddenUnits},
				New: func(v param.Values) (training.Model, error) {
					return training.Model{Hidden: int(v.Get(hiddenUnits))}, nil
				}},
			control.Option("linear", "linear", "A weighted sum of the features.", "the simplest there is", training.Model{}),
			control.Option("cnn", "convolutional", "The network of the paper's experiments, for images of CIFAR-10; two convolutions and two hidden layers, a second or so an epoch.",
				paper+", section V", training.Model{Convolutional: true}),
		}}
)

// trainingForm returns the controls of a view that trains by one loss beside others, with choices of its own.
func trainingForm(own ...param.Choice) param.Form {
	return param.Form{
		Choices: slices.Concat([]param.Choice{loss.All, besideMenu}, own, []param.Choice{models, train.Risks, train.Optimisers}),
		Texts:   []param.Text{examples, judging, classes},
		Params:  []param.Param{mechanisms.LabelEpsilon, trainRecords, epochs, patience, decay, seeds, control.Seed},
		Spelled: publishing.Spelled,
	}
}

// sourceOf reads which records are learnt from.
func sourceOf(v param.Values) training.Source {
	if word := v.Word(examples); word != gauss2 {
		return training.Source{File: word, Test: v.Word(judging), Classes: v.Word(classes)}
	}
	return training.Source{}
}

// trialOf reads the trial from the controls, without the loss.
func trialOf(v param.Values) (training.Trial, error) {
	t := training.Trial{Records: int(v.Get(trainRecords)), Decay: v.Get(decay), Epochs: int(v.Get(epochs)), Patience: int(v.Get(patience)),
		Seed: uint64(v.Get(control.Seed))}
	t.Source = sourceOf(v)
	var err error
	if t.Model, err = models.New(v); err != nil {
		return t, err
	}
	if t.Risk, err = train.Risks.New(v); err != nil {
		return t, err
	}
	if t.Optimiser, err = train.Optimisers.New(v); err != nil {
		return t, err
	}
	t.Flips, err = mechanisms.NewLabelFlip(v.Get(mechanisms.LabelEpsilon))
	return t, err
}
