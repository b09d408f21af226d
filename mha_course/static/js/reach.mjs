/** `fetch` within the session. Resolves to null where the server cannot be reached, which fetch reports as TypeError. */
export function reach(url, options = {}) {
  return fetch(url, { credentials: "same-origin", ...options }).catch((error) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
}
