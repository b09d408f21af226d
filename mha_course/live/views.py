"""Placeholder."""

from django.http import HttpResponse


def events(request, submission_id):
    return HttpResponse(status=503)
