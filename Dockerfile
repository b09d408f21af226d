# One image for web, worker and beat. The grading sandbox needs no privilege: under the engine's default profile it
# stands on Landlock, seccomp and rlimits (docs/security.md).
FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1
WORKDIR /srv/mha_course

# Dependencies first: they change less often than the code. For a CPU-only torch, pass the index of the CPU wheels
# as PIP_EXTRA_INDEX_URL; without it the default build, with CUDA, is installed.
ARG PIP_EXTRA_INDEX_URL=""
COPY pyproject.toml constraints.txt ./
RUN python -m venv .venv \
 && .venv/bin/pip install --quiet --upgrade "pip>=25.1" \
 && .venv/bin/pip install --quiet --constraint constraints.txt --group site

COPY . .
RUN .venv/bin/pybabel --quiet compile --directory locale --domain django \
 && .venv/bin/python -m mha_course.build_editor \
 && rm -rf var \
 && SECRET_KEY=read-by-no-one-only-to-collect-files ALLOWED_HOSTS=localhost DJANGO_SETTINGS_MODULE=mha_course.settings.prod \
    .venv/bin/python manage.py collectstatic --noinput

RUN useradd --system --no-create-home --uid 10001 mha
USER mha
ENV PATH=/srv/mha_course/.venv/bin:$PATH DJANGO_SETTINGS_MODULE=mha_course.settings.prod
EXPOSE 8000
CMD ["uvicorn", "mha_course.asgi:application", "--host", "0.0.0.0", "--port", "8000"]
