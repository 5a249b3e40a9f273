"""Write a fitted scikit-learn classifier, or a whole pipeline, as JSON for dpscope.

Run it where the model lives, in the session or script that has fitted it:

    from dpscope_convert import save_model
    save_model(pipeline, "model.json", private=["age"], bounds={"age": (0, 100, "years")})

It needs scikit-learn and what that needs. It opens no pickle: a pickle runs
whatever code its author put there, so load yours yourself, if you trust it,
and pass the model.

Classifiers: LogisticRegression and other linear ones (LinearSVC, RidgeClassifier,
SGDClassifier, Perceptron), DecisionTreeClassifier, RandomForestClassifier,
ExtraTreesClassifier, GradientBoostingClassifier, HistGradientBoostingClassifier,
XGBClassifier, MLPClassifier with ReLU, GaussianNB, QuadraticDiscriminantAnalysis,
NearestCentroid (Euclidean), and CalibratedClassifierCV about one of two classes
where it is a rising function of one score.

Before them in a pipeline: StandardScaler, MinMaxScaler, RobustScaler,
MaxAbsScaler, SimpleImputer, OneHotEncoder, OrdinalEncoder, ColumnTransformer,
selections of columns. The file then takes raw values, years and words, as the
pipeline does. Bounds say between which raw values a feature lies; a private one
needs them, and they should be public knowledge, not read off the data.
"""

import gzip
import json
import math

import numpy as np

FORMAT = "dpscope-classifier/1"


def save_model(model, path, **described):
    """Write convert_model(model, **described) to path; gzip if it ends in .gz."""
    text = json.dumps(convert_model(model, **described), allow_nan=False, separators=(",", ":"))
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "wt", encoding="utf-8") as file:
        file.write(text)


def convert_model(model, features=None, private=(), classes=None, scales=None, bounds=None,
                  records=None, title="", provenance=None, sensitive=(), training=None):
    """Return the model as a dict for json.dump.

    features    names of the raw columns in order; those that the model knows, else x0, x1, ...
    private     names of the columns that are private ("sensitive" is the same)
    classes     names of the classes in the order of model.classes_; else model.classes_
    bounds      {name: (low, high)} or {name: (low, high, unit)}: between which raw values a column lies
    scales      of a classifier without a pipeline, whose inputs are scaled already:
                {name: divisor} or {name: (offset, divisor)}: an input is (raw - offset) / divisor
    records     {name: row}: examples to start from, a row as the model takes it
    provenance  {word: text}: data, licence, accuracy
    training    what was spent on each record: {"epsilon": 1, "delta": 1e-5}, or of DP-SGD
                {"noise_multiplier": 1.1, "sampling_rate": 0.01, "steps": 10000}
    """
    private = [str(name) for name in list(private) + list(sensitive)]
    steps, classifier = _split(model)
    names = _names(model, classifier, features)
    labels = list(classifier.classes_ if classes is None else classes)
    if len(labels) != len(classifier.classes_):
        raise ValueError("%d classes are named, the model has %d" % (len(labels), len(classifier.classes_)))
    unknown = [str(name) for name in private + list(scales or {}) + list(bounds or {}) if str(name) not in names]
    if unknown:
        unnamed = features is None and getattr(model, "feature_names_in_", None) is None
        way = "; the model knows no names, features=[...] gives them in the order of its columns" if unnamed else ""
        raise ValueError("%s is not a feature; they are %s%s" % (unknown[0], ", ".join(names), way))

    document = {"format": FORMAT, "kind": ""}
    if title:
        document["title"] = str(title)
    if training:
        document["training"] = {str(k): float(v) for k, v in training.items()}
    document["provenance"] = {"made_by": "dpscope convert", "from": _described(steps, classifier),
                              **{str(k): str(v) for k, v in (provenance or {}).items()}}
    if steps or bounds:
        if scales:
            raise ValueError("scales are for inputs that are scaled already; bounds would work")
        columns = _Columns(names, steps)
        kind, body = _raw(classifier, columns.inputs)
        described = columns.described(private, bounds or {})
        rows = {name: columns.scaled(row, described) for name, row in (records or {}).items()}
    else:
        kind, body = _body(classifier)
        described = {"features": names, "sensitive": private}
        if scales:
            described["normalisation"] = {str(name): _scale(scale) for name, scale in scales.items()}
        rows = {name: [float(v) for v in row] for name, row in (records or {}).items()}
    document["kind"] = kind
    document.update(described)
    document["classes"] = [str(name) for name in labels]
    document.update(body)
    if rows:
        document["records"] = [{"id": str(name), "x": row} for name, row in rows.items()]
    return document


def _split(model):
    """Return the transformers of a pipeline, in order, and the classifier after them."""
    if not hasattr(model, "steps"):
        return [], model
    steps, last = [step for _, step in model.steps[:-1]], model.steps[-1][1]
    inner, classifier = _split(last)
    return steps + inner, classifier


def _names(model, classifier, features):
    """Return the names of the raw columns."""
    if hasattr(model, "n_features_in_"):
        dims = int(model.n_features_in_)
    else:
        dims = len(classifier.centroids_[0])
    if features is None:
        features = getattr(model, "feature_names_in_", None)
    names = [str(name) for name in features] if features is not None else ["x%d" % i for i in range(dims)]
    if len(names) != dims:
        raise ValueError("%d features are named, the model takes %d" % (len(names), dims))
    return names


def _described(steps, classifier):
    return ", ".join([type(step).__name__ for step in steps if not isinstance(step, str)] + [type(classifier).__name__])


def _scale(scale):
    offset, divisor = scale if isinstance(scale, (tuple, list)) else (0, scale)
    return {"offset": float(offset), "divisor": float(divisor)}


# Raw columns, and what transformers make of them.

class _Column:
    """A raw column: of numbers, of words with an input each, or of words with codes."""

    def __init__(self, name):
        self.name, self.kind = name, None  # "number", "words", "codes"
        self.words = []
        self.missing = None  # what stands for a missing value: a number, or a word
        self.other = None  # the code of words that are not known

    def be(self, kind, words=()):
        words = [_word(w) for w in words]
        if self.kind not in (None, kind) or self.kind and self.words != words:
            raise TypeError("column %s is used in two ways, as numbers and as words; one can be converted" % self.name)
        self.kind, self.words = kind, words

    def fill(self, value):
        if self.missing is not None and self.missing != value:
            raise TypeError("column %s is filled in two ways, %s and %s; one can be converted" % (self.name, self.missing, value))
        self.missing = value


def _word(value):
    """Return a category as a CSV file has it."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return "nan" if value is None else str(value)


def _lacks(value):
    return value is None or isinstance(value, (float, np.floating)) and math.isnan(value)


class _Input:
    """One input of the classifier: a rising function of a column, or of whether a column is a word."""

    def __init__(self, column, word=None, steps=()):
        self.column, self.word, self.steps = column, word, tuple(steps)

    def then(self, operation, value):
        return _Input(self.column, self.word, self.steps + ((operation, value),))

    def __call__(self, raw):
        """Compute what transformers do, in their order."""
        with np.errstate(all="ignore"):
            for operation, value in self.steps:
                raw = _OPERATIONS[operation](raw, value)
        return raw

    def filled(self):
        return any(operation == "fill" for operation, _ in self.steps)

    def affine(self):
        """Return a and c where the input is a·raw + c."""
        a, c = 1.0, 0.0
        for operation, value in self.steps:
            if operation == "clip":
                raise TypeError("MinMaxScaler clips column %s, which only trees can take; clip=False can be converted" % self.column.name)
            if operation == "fill":
                continue
            if operation in ("minus", "plus"):
                c += value if operation == "plus" else -value
            else:
                factor = value if operation == "times" else 1 / value
                a, c = a * factor, c * factor
        return a, c


_OPERATIONS = {
    "minus": lambda v, by: v - by,
    "plus": lambda v, by: v + by,
    "times": lambda v, by: v * by,
    "over": lambda v, by: v / by,
    "fill": lambda v, by: v,  # the file says what stands for a missing value
    "clip": lambda v, ends: np.clip(v, ends[0], ends[1]),
}


class _Columns:
    """The raw columns of a pipeline, and the inputs that its steps make of them."""

    def __init__(self, names, steps):
        self.columns = [_Column(name) for name in names]
        self.inputs = [_Input(column) for column in self.columns]
        for step in steps:
            self.inputs = _transform(step, self.inputs)
        for i in self.inputs:
            if i.column.kind is None:
                i.column.be("number")
            if i.column.kind == "number" and i.column.missing is not None and not i.filled():
                raise TypeError("column %s is filled in one place and not in another; filled in all it can be converted" % i.column.name)
        self.places = {}  # of (column, word) among the features of the file
        for column in self.columns:
            for word in {"words": column.words}.get(column.kind, [None] if column.kind else []):
                self.places[column.name, word] = len(self.places)
        for i in self.inputs:
            i.place = self.places[i.column.name, i.word]
            i.features = len(self.places)

    def described(self, private, bounds):
        """Return what the file says of the features."""
        scales = {}
        for column in self.columns:
            bound = bounds.get(column.name)
            if column.name in private:
                _may_be_private(column, bound)
            if bound is not None and column.kind in ("words", "codes"):
                raise ValueError("%s has bounds, and holds words; only numbers have them" % column.name)
            if column.kind == "number":
                entry = {}
                if bound is not None:
                    low, high = float(bound[0]), float(bound[1])
                    if not low < high:
                        raise ValueError("bounds of %s: %g to %g; the lower first would work" % (column.name, low, high))
                    entry = {"offset": low, "divisor": high - low}
                    if len(bound) > 2:
                        entry["unit"] = str(bound[2])
                if column.missing is not None:
                    entry["missing"] = float(column.missing)
                if entry:
                    scales[_feature(column.name)] = entry
            elif column.kind == "words":
                for word in column.words:
                    entry = scales[_feature(column.name, word)] = {"column": column.name, "word": word}
                    if column.missing is not None:
                        entry["missing"] = _word(column.missing)
            elif column.kind == "codes":
                entry = scales[_feature(column.name)] = {"words": column.words, "divisor": float(max(len(column.words) - 1, 1))}
                if column.missing is not None:
                    entry["missing"] = column.missing
                if column.other is not None:
                    entry["other"] = column.other
        return {"features": [_feature(*place) for place in self.places], "sensitive": [_feature(name) for name in private],
                "inputs": "raw", "normalisation": scales}

    def scaled(self, row, described):
        """Return a raw row, a list or {column: value}, as the program takes it."""
        if not hasattr(row, "keys"):
            row = dict(zip([column.name for column in self.columns], row))
        x = []
        for name, word in self.places:
            column = next(c for c in self.columns if c.name == name)
            value = column.missing if _lacks(row[name]) else row[name]
            if word is not None:
                x.append(float(_word(value) == word))
                continue
            if column.kind == "codes":
                value = column.words.index(_word(value)) if _word(value) in column.words else value if _lacks(row[name]) else column.other
            scale = described["normalisation"].get(_feature(name), {})
            x.append((float(value) - scale.get("offset", 0)) / scale.get("divisor", 1))
        return x


def _feature(column, word=None):
    return column.replace(",", ";") if word is None else ("%s=%s" % (column, word)).replace(",", ";")


def _may_be_private(column, bound):
    if column.kind is None:
        raise ValueError("%s is private, and the pipeline drops it; a column that reaches the classifier would work" % column.name)
    if column.kind == "words":
        raise ValueError("%s is private and one-hot: its %d words are inputs of which exactly one is 1, and noise on each would make people of several "
                         "words or none; an OrdinalEncoder's codes can be private, or the column public" % (column.name, len(column.words)))
    if column.kind == "number" and bound is None:
        raise ValueError("%s is private and has no bounds; bounds={%r: (LOW, HIGH)} would work, of public knowledge: the least and greatest value "
                         "of the data are facts about single records" % (column.name, column.name))


def _transform(step, inputs):
    """Return the inputs after one fitted transformer."""
    if step is None or isinstance(step, str) and step == "passthrough":
        return inputs
    if hasattr(step, "steps"):
        for _, part in step.steps:
            inputs = _transform(part, inputs)
        return inputs
    for cls in type(step).__mro__:
        transform = _TRANSFORMERS.get(cls.__name__)
        if transform:
            return transform(step, inputs)
    if hasattr(step, "get_support"):
        return [i for i, chosen in zip(inputs, step.get_support()) if chosen]
    raise TypeError("%s is not a step that can be converted; %s are, and selections of columns" % (type(step).__name__, ", ".join(_TRANSFORMERS)))


def _column_transformer(step, inputs):
    names = [str(name) for name in getattr(step, "feature_names_in_", [])] or [i.column.name for i in inputs]
    made = []
    for _, part, chosen in step.transformers_:
        if isinstance(part, str) and part == "drop":
            continue
        made += _transform(part, [inputs[k] for k in _chosen(chosen, names)])
    return made


def _chosen(chosen, names):
    """Return the places of columns chosen by place, name, slice or mask."""
    if isinstance(chosen, slice):
        if isinstance(chosen.start, str) or isinstance(chosen.stop, str):
            first = names.index(chosen.start) if chosen.start is not None else 0
            last = names.index(chosen.stop) if chosen.stop is not None else len(names) - 1
            return list(range(first, last + 1))
        return list(range(len(names)))[chosen]
    if isinstance(chosen, (str, int)):
        chosen = [chosen]
    chosen = list(chosen)
    if chosen and isinstance(chosen[0], (bool, np.bool_)):
        return [k for k, is_chosen in enumerate(chosen) if is_chosen]
    return [names.index(c) if isinstance(c, str) else range(len(names))[int(c)] for c in chosen]


def _imputer(step, inputs):
    if step.add_indicator:
        raise TypeError("SimpleImputer adds columns that tell what was missing; add_indicator=False can be converted")
    if not _lacks(step.missing_values):
        raise TypeError("SimpleImputer takes %r for missing; nan can be converted" % (step.missing_values,))
    made = []
    for i, value in zip(inputs, step.statistics_):
        if _lacks(value):
            raise TypeError("SimpleImputer met no value of column %s; a column that has some can be converted" % i.column.name)
        if i.word is None and not i.filled():
            text = isinstance(value, str)
            if not text:
                a, c = i.affine()
                value = (float(value) - c) / a
            i.column.fill(value)
            i = i.then("fill", None)
        made.append(i)
    return made


def _standard(step, inputs):
    inputs = list(inputs)
    for k, i in enumerate(inputs):
        if step.with_mean:
            i = i.then("minus", float(step.mean_[k]))
        if step.with_std:
            i = i.then("over", float(step.scale_[k]))
        inputs[k] = i
    return inputs


def _min_max(step, inputs):
    inputs = [i.then("times", float(s)).then("plus", float(m)) for i, s, m in zip(inputs, step.scale_, step.min_)]
    return [i.then("clip", step.feature_range) for i in inputs] if step.clip else inputs


def _robust(step, inputs):
    if step.with_centering:
        inputs = [i.then("minus", float(c)) for i, c in zip(inputs, step.center_)]
    if step.with_scaling:
        inputs = [i.then("over", float(s)) for i, s in zip(inputs, step.scale_)]
    return inputs


def _max_abs(step, inputs):
    return [i.then("over", float(s)) for i, s in zip(inputs, step.scale_)]


def _one_hot(step, inputs):
    if getattr(step, "_infrequent_enabled", False):
        raise TypeError("OneHotEncoder puts rare words together; min_frequency=None and max_categories=None can be converted")
    dropped = step.drop_idx_ if step.drop_idx_ is not None else [None] * len(inputs)
    made = []
    for i, words, left_out in zip(inputs, step.categories_, dropped):
        _untouched(i, "OneHotEncoder")
        if any(_lacks(w) for w in words) and i.column.missing is None:
            i.column.fill("nan")
        i.column.be("words", words)
        made += [_Input(i.column, _word(w), i.steps) for k, w in enumerate(words) if k != left_out]
    return made


def _ordinal(step, inputs):
    for i, words in zip(inputs, step.categories_):
        _untouched(i, "OrdinalEncoder")
        other = step.unknown_value if step.handle_unknown == "use_encoded_value" else None
        missing = getattr(step, "encoded_missing_value", None) if any(_lacks(w) for w in words) else other
        if i.column.missing is None and not _lacks(missing):
            i.column.fill(float(missing))
        i.column.be("codes", [w for w in words if not _lacks(w)])
        i.column.other = None if _lacks(other) else float(other)
    return inputs


def _untouched(i, name):
    if any(operation != "fill" for operation, _ in i.steps) or i.word is not None:
        raise TypeError("%s takes a column that was scaled before, %s; a raw one can be converted" % (name, i.column.name))


def _function(step, inputs):
    if step.func is not None:
        raise TypeError("FunctionTransformer of a function cannot be converted; the pipeline without it, or a scaler, can")
    return inputs


_TRANSFORMERS = {
    "ColumnTransformer": _column_transformer,
    "SimpleImputer": _imputer,
    "StandardScaler": _standard,
    "MinMaxScaler": _min_max,
    "RobustScaler": _robust,
    "MaxAbsScaler": _max_abs,
    "OneHotEncoder": _one_hot,
    "OrdinalEncoder": _ordinal,
    "FunctionTransformer": _function,
}


# Classifiers of raw values.

def _raw(model, inputs):
    """Return kind and body of a classifier whose inputs are made of raw columns."""
    kind, body = _body(model)
    if "trees" in body or "tree" in body:
        nodes = body["trees"] if "trees" in body else [body["tree"]]
        _raw_trees(nodes, inputs, body)
    elif kind == "logistic_regression":
        body["coef"], body["intercept"] = _fold(body["coef"], body["intercept"], inputs)
    elif kind == "relu_mlp":
        first = body["layers"][0]
        folded = [_fold(w, b, inputs) for w, b in zip(first["W"], first["b"])]
        first["W"], first["b"] = [w for w, _ in folded], [b for _, b in folded]
    elif kind == "nearest_centroid":  # |z − c|² less |z|², which all classes have: linear
        rows = np.array(body["centroids"])
        folded = [_fold(row.tolist(), -float(row.dot(row)) / 2, inputs) for row in rows]
        kind, body = "relu_mlp", {"layers": [{"W": [w for w, _ in folded], "b": [b for _, b in folded], "activation": "none"}]}
    else:
        _raw_normal(body, inputs)
    return kind, body


def _fold(weights, bias, inputs):
    """Return weights and bias of w·x + b over raw features."""
    raw, bias = [0.0] * (inputs[0].features if inputs else 0), float(bias)
    for w, i in zip(weights, inputs):
        a, c = i.affine()
        raw[i.place] += w * a
        bias += w * c
    return raw, bias


def _raw_normal(body, inputs):
    """Let means, and variances or precisions, speak of raw features."""
    order = sorted(range(len(inputs)), key=lambda k: inputs[k].place)
    if [inputs[k].place for k in order] != list(range(inputs[0].features)):
        raise TypeError("a normal law takes each raw column once, and each word; without OneHotEncoder(drop=...) and columns used twice it can be converted")
    a, c = np.array([inputs[k].affine() for k in order]).T
    body["means"] = [((np.array(mean)[order] - c) / a).tolist() for mean in body["means"]]
    if "variances" in body:
        body["variances"] = [(np.array(v)[order] / a ** 2).tolist() for v in body["variances"]]
    else:
        body["precisions"] = [(np.array(p)[np.ix_(order, order)] * np.outer(a, a)).tolist() for p in body["precisions"]]


_GREATEST = 3e38


def _raw_trees(trees, inputs, body):
    """Put, in place of each threshold, the largest raw value that goes left: found by halves, through the very arithmetic of the steps."""
    double = body.get("compares") == "float64"
    wanted = {}
    for nodes in trees:
        for f, t in zip(nodes["feature"], nodes["threshold"]):
            if f >= 0:
                wanted.setdefault(f, set()).add(t)
    cuts = {}
    for f, thresholds in wanted.items():
        thresholds = np.array(sorted(thresholds))
        cuts[f] = dict(zip(thresholds.tolist(), _cuts(inputs[f], thresholds, double).tolist()))
    for nodes in trees:
        inner = [f >= 0 for f in nodes["feature"]]
        nodes["threshold"] = [cuts[f][t] if is_inner else 0 for is_inner, f, t in zip(inner, nodes["feature"], nodes["threshold"])]
        nodes["feature"] = [inputs[f].place if is_inner else -1 for is_inner, f in zip(inner, nodes["feature"])]
        if nodes.get("missing_left"):
            nodes["missing_left"] = [n for n in nodes["missing_left"] if inner[n]]
    body["compares"] = "float64"


def _cuts(i, thresholds, double):
    def left(raw):
        v = i(raw)
        return (v if double else v.astype(np.float32).astype(np.float64)) <= thresholds

    with np.errstate(all="ignore"):
        if i.word is not None:
            no, yes = left(np.zeros(len(thresholds))), left(np.ones(len(thresholds)))
            return np.where(yes, 1.0, np.where(no, 0.5, -1.0))
        low, high = np.full(len(thresholds), _ordered(-_GREATEST)), np.full(len(thresholds), _ordered(_GREATEST))
        everything, nothing = left(_float(high)), ~left(_float(low))
        for _ in range(64):
            middle = (low >> 1) + (high >> 1) + (low & high & 1)
            is_left = left(_float(middle))
            low, high = np.where(is_left, middle, low), np.where(is_left, high, middle)
    return np.where(everything, _GREATEST, np.where(nothing, -_GREATEST, _float(low)))


def _ordered(value):
    """Return the place of a float64 among all of them."""
    bits = np.float64(value).view(np.int64)
    return bits if bits >= 0 else np.int64(-(2 ** 63)) - bits


def _float(places):
    return np.where(places >= 0, places, np.int64(-(2 ** 63)) - places).view(np.float64)


# Classifiers.

def _body(model):
    for cls in type(model).__mro__:
        convert = _CONVERTERS.get(cls.__name__)
        if convert:
            return convert(model)
    raise TypeError("%s is not a kind that can be converted; %s are" % (type(model).__name__, ", ".join(_CONVERTERS)))


def _linear(model):
    if len(model.classes_) == 2:
        return "logistic_regression", {"coef": model.coef_[0].tolist(), "intercept": float(np.ravel(model.intercept_)[0])}
    # One score per class, and the largest wins: a network of one layer.
    intercept = np.broadcast_to(model.intercept_, len(model.coef_))
    return "relu_mlp", {"layers": [{"W": model.coef_.tolist(), "b": intercept.tolist(), "activation": "none"}]}


def _tree(model):
    return "decision_tree", {"tree": _nodes(model)}


def _forest(model):
    return "random_forest", {"n_trees": len(model.estimators_), "trees": [_nodes(tree) for tree in model.estimators_]}


def _shape(tree):
    leaf = tree.children_left == tree.children_right
    return leaf, {"feature": [-1 if end else int(f) for end, f in zip(leaf, tree.feature)],
                  "threshold": [0 if end else float(t) for end, t in zip(leaf, tree.threshold)],
                  "left": tree.children_left.tolist(), "right": tree.children_right.tolist()}


def _nodes(model):
    tree = model.tree_
    if model.n_outputs_ != 1:
        raise TypeError("a tree with %d outputs; one output can be converted" % model.n_outputs_)
    leaf, nodes = _shape(tree)
    rows = []
    for end, values in zip(leaf, tree.value[:, 0, :]):
        total = float(values.sum())
        rows.append([float(v) / total for v in values] if end else [0.0] * len(values))
    if len(rows[0]) == 2 and all(not end or row[0] == 1 - row[1] for end, row in zip(leaf, rows)):
        nodes["p1"] = [row[1] for row in rows]
    else:
        nodes["p"] = rows
    return nodes


def _gradient_boosting(model):
    stages, groups = model.estimators_.shape
    if not (model.init is None or isinstance(model.init, str) or type(model.init_).__name__ == "DummyClassifier"):
        raise TypeError("boosting that starts with a %s; init=None or 'zero' can be converted" % type(model.init_).__name__)
    start = np.ravel(model._raw_predict_init(np.zeros((1, model.n_features_in_), dtype=np.float32))).tolist()
    trees = []
    for stage in range(stages):
        for k in range(groups):
            tree = model.estimators_[stage, k].tree_
            leaf, nodes = _shape(tree)
            nodes["value"] = [float(model.learning_rate * v) if end else 0.0 for end, v in zip(leaf, tree.value[:, 0, 0])]
            trees.append({"class": k if groups > 1 else 1, **nodes})
    return "additive_trees", {"start": start if groups > 1 else [0.0] + start, "trees": trees}


def _hist_gradient_boosting(model):
    start = np.ravel(model._baseline_prediction).tolist()
    groups = len(start)
    trees = []
    for stage in model._predictors:
        for k, predictor in enumerate(stage):
            n = predictor.nodes
            if "is_categorical" in n.dtype.names and n["is_categorical"].any():
                raise TypeError("HistGradientBoostingClassifier splits categories, which have no order; columns that are one-hot can be converted")
            leaf = n["is_leaf"].astype(bool)
            trees.append({
                "class": k if groups > 1 else 1,
                "feature": [-1 if end else int(f) for end, f in zip(leaf, n["feature_idx"])],
                "threshold": [0 if end else float(min(t, _GREATEST)) for end, t in zip(leaf, n["num_threshold"])],
                "left": n["left"].tolist(), "right": n["right"].tolist(),
                "missing_left": [j for j in range(len(n)) if not leaf[j] and n["missing_go_to_left"][j]],
                "value": [float(v) if end else 0.0 for end, v in zip(leaf, n["value"])]})
    return "additive_trees", {"start": start if groups > 1 else [0.0] + start, "compares": "float64", "trees": trees}


def _xgboost(model):
    """Left if and only if float32(x) < threshold, which is at most the float32 before it; sums in float32."""
    booster = model.get_booster()
    learner = json.loads(bytes(booster.save_raw("json")))["learner"]
    objective, name = learner["objective"]["name"], learner["gradient_booster"]["name"]
    if objective not in ("binary:logistic", "binary:hinge", "multi:softprob", "multi:softmax"):
        raise TypeError("objective %s; binary:logistic, binary:hinge, multi:softprob and multi:softmax can be converted" % objective)
    if name != "gbtree":
        raise TypeError("booster %s; gbtree can be converted" % name)
    part = learner["gradient_booster"]["model"]
    groups = max(int(learner["learner_model_param"]["num_class"]), 1)
    base = np.float32(learner["learner_model_param"]["base_score"].strip("[]"))
    if objective == "binary:logistic":
        base = -np.log(np.float32(1) / base - np.float32(1))
    used = len(part["trees"])
    if learner.get("attributes", {}).get("best_iteration") is not None:
        parallel = int(part["gbtree_model_param"].get("num_parallel_tree", 1))
        used = min(used, (int(learner["attributes"]["best_iteration"]) + 1) * max(parallel, 1) * groups)
    # In float32 the logistic function is 1/2 up to a margin of 1.5 / 2^24.
    start = [float(base)] * groups if groups > 1 else [1.5 / 2 ** 24 if objective == "binary:logistic" else 0.0, float(base)]
    trees = [_xgboost_nodes(tree, k if groups > 1 else 1) for tree, k in zip(part["trees"][:used], part["tree_info"])]
    return "additive_trees", {"start": start, "sums": "float32", "trees": trees}


def _xgboost_nodes(tree, k):
    nodes = {"class": k, "feature": [], "threshold": [], "left": [], "right": [], "missing_left": [], "value": []}
    order = [0]
    for n in order:  # which grows; nodes that pruning has deleted are not met
        end = tree["left_children"][n] < 0
        condition = np.float32(tree["split_conditions"][n])
        if not end and tree.get("split_type") and tree["split_type"][n]:
            raise TypeError("XGBClassifier splits categories, which have no order; columns that are one-hot can be converted")
        if not end and tree["default_left"][n]:
            nodes["missing_left"].append(len(nodes["feature"]))
        nodes["feature"].append(-1 if end else tree["split_indices"][n])
        nodes["threshold"].append(0 if end else float(np.nextafter(condition, np.float32(-np.inf))))
        nodes["left"].append(0 if end else len(order))
        nodes["right"].append(0 if end else len(order) + 1)
        nodes["value"].append(float(condition) if end else 0.0)
        if not end:
            order += [tree["left_children"][n], tree["right_children"][n]]
    return nodes


def _calibrated(model):
    """A rising function of one score moves the boundary of two classes, and nothing else."""
    if len(model.classes_) != 2:
        raise TypeError("CalibratedClassifierCV of %d classes; of two it can be converted" % len(model.classes_))
    if len(model.calibrated_classifiers_) != 1:
        raise TypeError("CalibratedClassifierCV averages %d classifiers, which is no function of one score; ensemble=False or cv='prefit' can be converted"
                        % len(model.calibrated_classifiers_))
    inner = model.calibrated_classifiers_[0]
    estimator, calibrator = getattr(inner, "estimator", None) or inner.base_estimator, inner.calibrators[0]

    def second(score):  # whether the second class is predicted
        p = float(calibrator.predict(np.array([score]))[0])
        return p > 1 - p

    if second(-_GREATEST) and not second(_GREATEST):
        raise TypeError("CalibratedClassifierCV turns the score round; one that rises with the score can be converted")
    kind, body = _body(estimator)
    at = _last(lambda score: not second(score))
    if kind == "logistic_regression":
        body["intercept"] -= at
    elif kind == "additive_trees" and not hasattr(estimator, "get_booster"):
        body["start"][0] += at
    elif kind in ("random_forest", "decision_tree"):
        trees = body["trees"] if kind == "random_forest" else [body["tree"]]
        for nodes in trees:
            rows = nodes.pop("p", None)
            nodes["value"] = [row[1] for row in rows] if rows else nodes.pop("p1")
        kind, body = "additive_trees", {"start": [_last(lambda total: total / len(trees) <= at), 0.0], "trees": [{"class": 1, **nodes} for nodes in trees]}
    else:
        raise TypeError("CalibratedClassifierCV of %s; of linear classifiers, trees, forests and scikit-learn's boosting it can be converted" % type(estimator).__name__)
    return kind, body


def _last(holds):
    """Return the last float64 for which something holds that holds up to some value."""
    low, high = int(_ordered(-1e30)), int(_ordered(1e30))
    if holds(1e30):
        return 1e30
    while high - low > 1:
        middle = (low + high) // 2
        if holds(float(_float(np.array([middle]))[0])):
            low = middle
        else:
            high = middle
    return float(_float(np.array([low]))[0])


def _mlp(model):
    if model.activation not in ("relu", "identity"):
        raise TypeError("activation %s; relu can be converted" % model.activation)
    if model.out_activation_ == "logistic" and len(model.classes_) != 2:
        raise TypeError("several labels per record; one can be converted")
    layers = []
    for weights, bias in zip(model.coefs_, model.intercepts_):
        layers.append({"W": weights.T.tolist(), "b": bias.tolist(), "activation": "relu" if model.activation == "relu" else "none"})
    layers[-1]["activation"] = "none"
    if model.out_activation_ == "logistic":
        # A single output z > 0 means the second class: the larger of 0 and z.
        last = layers[-1]
        last["W"] = [[0.0] * len(last["W"][0]), last["W"][0]]
        last["b"] = [0.0, last["b"][0]]
    return "relu_mlp", {"layers": layers}


def _naive_bayes(model):
    variances = model.var_ if hasattr(model, "var_") else model.sigma_
    return "gaussian_nb", {"means": model.theta_.tolist(), "variances": variances.tolist(), "priors": model.class_prior_.tolist()}


def _qda(model):
    # The model holds each covariance as rotation · diag(scaling) · rotation'.
    precisions, offsets = [], []
    for rotation, scaling, prior in zip(model.rotations_, model.scalings_, model.priors_):
        rows = (rotation / scaling).dot(rotation.T)
        precisions.append(((rows + rows.T) / 2).tolist())
        offsets.append(math.log(prior) - sum(math.log(s) for s in scaling) / 2)
    return "qda", {"means": model.means_.tolist(), "precisions": precisions, "offsets": offsets}


def _nearest_centroid(model):
    if model.metric != "euclidean":
        raise TypeError("metric %s; euclidean can be converted" % model.metric)
    return "nearest_centroid", {"centroids": model.centroids_.tolist(), "centroid_class": list(range(len(model.classes_)))}


_CONVERTERS = {
    "LogisticRegression": _linear,
    "LinearSVC": _linear,
    "RidgeClassifier": _linear,
    "SGDClassifier": _linear,
    "Perceptron": _linear,
    "DecisionTreeClassifier": _tree,
    "RandomForestClassifier": _forest,
    "ExtraTreesClassifier": _forest,
    "GradientBoostingClassifier": _gradient_boosting,
    "HistGradientBoostingClassifier": _hist_gradient_boosting,
    "XGBClassifier": _xgboost,
    "CalibratedClassifierCV": _calibrated,
    "MLPClassifier": _mlp,
    "GaussianNB": _naive_bayes,
    "QuadraticDiscriminantAnalysis": _qda,
    "NearestCentroid": _nearest_centroid,
}

if __name__ == "__main__":
    print(__doc__)
