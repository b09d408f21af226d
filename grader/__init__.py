"""The grading engine: tensors, tolerances, diagnoses and the sandbox. It knows no web framework and no exercise."""
