// What a learner has typed stays in this browser, one draft for each exercise and framework, until they reset it.

// Storage may be full, or forbidden by the browser; typing must go on all the same.
function attempt(action) {
  try {
    return action(globalThis.localStorage);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export class Drafts {
  constructor(learner, exercise) {
    this.prefix = `mha:${learner}:${exercise}:`;
  }

  read(framework) {
    return attempt((storage) => storage.getItem(`${this.prefix}draft:${framework}`));
  }

  /** Keeps `source`; returns false where the browser keeps nothing. */
  write(framework, source) {
    return attempt((storage) => {
      storage.setItem(`${this.prefix}draft:${framework}`, source);
      return true;
    }) === true;
  }

  forget(framework) {
    attempt((storage) => storage.removeItem(`${this.prefix}draft:${framework}`));
  }

  get choice() {
    return JSON.parse(attempt((storage) => storage.getItem(`${this.prefix}choice`)) ?? "{}");
  }

  set choice(choice) {
    attempt((storage) => storage.setItem(`${this.prefix}choice`, JSON.stringify(choice)));
  }
}
