"""Write a fitted scikit-learn classifier as JSON for dpscope.

Run it where the model lives, in the session or script that has fitted it:

    from dpscope_convert import save_model
    save_model(model, "model.json", features=["age", "bmi"], sensitive=["age"])

It needs scikit-learn and the standard library. It opens no pickle: a pickle
runs whatever code its author put there, so load yours yourself, if you trust
it, and pass the model.

Kinds: LogisticRegression, DecisionTreeClassifier, RandomForestClassifier,
ExtraTreesClassifier, MLPClassifier with ReLU, GaussianNB,
QuadraticDiscriminantAnalysis (fitted with store_covariance=True or not),
NearestCentroid (Euclidean). Of a pipeline, pass the last step, and say with
scales how the steps before it scale a raw value.
"""

import gzip
import json
import math

FORMAT = "dpscope-classifier/1"


def save_model(model, path, **described):
    """Write convert_model(model, **described) to path; gzip if it ends in .gz."""
    text = json.dumps(convert_model(model, **described), allow_nan=False, separators=(",", ":"))
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "wt", encoding="utf-8") as file:
        file.write(text)


def convert_model(model, features=None, sensitive=(), classes=None, scales=None,
                  records=None, title="", provenance=None):
    """Return the model as a dict for json.dump.

    features    names of the inputs in order; those that the model knows, else x0, x1, ...
    sensitive   names of the inputs that are private
    classes     names of the classes in the order of model.classes_; else model.classes_
    scales      {name: divisor} or {name: (offset, divisor)}: an input is (raw - offset) / divisor
    records     {name: list of inputs, scaled}: examples to start from
    provenance  {word: text}: data, licence, accuracy
    """
    kind, body = _body(model)
    dims = int(model.n_features_in_) if hasattr(model, "n_features_in_") else len(body["centroids"][0])
    if features is None:
        features = getattr(model, "feature_names_in_", None)
    features = [str(name) for name in features] if features is not None else ["x%d" % i for i in range(dims)]
    if len(features) != dims:
        raise ValueError("%d features are named, the model takes %d" % (len(features), dims))
    classes = list(model.classes_ if classes is None else classes)
    if len(classes) != len(model.classes_):
        raise ValueError("%d classes are named, the model has %d" % (len(classes), len(model.classes_)))
    unknown = [name for name in list(sensitive) + list(scales or {}) if name not in features]
    if unknown:
        raise ValueError("%s is not a feature; they are %s" % (unknown[0], ", ".join(features)))

    document = {"format": FORMAT, "kind": kind}
    if title:
        document["title"] = str(title)
    document["provenance"] = {"made_by": "dpscope convert", "from": type(model).__name__,
                              **{str(k): str(v) for k, v in (provenance or {}).items()}}
    document["features"] = features
    document["sensitive"] = [str(name) for name in sensitive]
    document["classes"] = [str(name) for name in classes]
    if scales:
        document["normalisation"] = {name: _scale(scale) for name, scale in scales.items()}
    document.update(body)
    if records:
        document["records"] = [{"id": str(name), "x": [float(v) for v in x]} for name, x in records.items()]
    return document


def _scale(scale):
    offset, divisor = scale if isinstance(scale, (tuple, list)) else (0, scale)
    return {"offset": float(offset), "divisor": float(divisor)}


def _body(model):
    for cls in type(model).__mro__:
        convert = _CONVERTERS.get(cls.__name__)
        if convert:
            return convert(model)
    raise TypeError("%s is not a kind that can be converted; %s are" % (type(model).__name__, ", ".join(_CONVERTERS)))


def _logistic(model):
    if len(model.classes_) == 2:
        return "logistic_regression", {"coef": model.coef_[0].tolist(), "intercept": float(model.intercept_[0])}
    # One score per class, and the largest wins: a network of one layer.
    return "relu_mlp", {"layers": [{"W": model.coef_.tolist(), "b": model.intercept_.tolist(), "activation": "none"}]}


def _tree(model):
    return "decision_tree", {"tree": _nodes(model)}


def _forest(model):
    return "random_forest", {"n_trees": len(model.estimators_), "trees": [_nodes(tree) for tree in model.estimators_]}


def _nodes(model):
    tree = model.tree_
    if model.n_outputs_ != 1:
        raise TypeError("a tree with %d outputs; one output can be converted" % model.n_outputs_)
    leaf = tree.children_left == tree.children_right
    nodes = {"feature": [-1 if end else int(f) for end, f in zip(leaf, tree.feature)],
             "threshold": [0 if end else float(t) for end, t in zip(leaf, tree.threshold)],
             "left": tree.children_left.tolist(), "right": tree.children_right.tolist()}
    rows = []
    for end, values in zip(leaf, tree.value[:, 0, :]):
        total = float(values.sum())
        rows.append([float(v) / total for v in values] if end else [0.0] * len(values))
    if len(rows[0]) == 2 and all(not end or row[0] == 1 - row[1] for end, row in zip(leaf, rows)):
        nodes["p1"] = [row[1] for row in rows]
    else:
        nodes["p"] = rows
    return nodes


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
    "LogisticRegression": _logistic,
    "DecisionTreeClassifier": _tree,
    "RandomForestClassifier": _forest,
    "ExtraTreesClassifier": _forest,
    "MLPClassifier": _mlp,
    "GaussianNB": _naive_bayes,
    "QuadraticDiscriminantAnalysis": _qda,
    "NearestCentroid": _nearest_centroid,
}

if __name__ == "__main__":
    print(__doc__)
