// @ts-check
// A packet in the background: how far it is, looked at again and again until it is done.

const EVERY = 1000;

async function look() {
  const old = document.querySelector("#job[data-going]");
  if (!old) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status === 404) return location.reload();
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("job");
    if (answer.ok && found && !found.isEqualNode(old)) {
      const held = old.contains(document.activeElement);
      old.replaceWith(found);
      if (held) found.querySelector("a, button")?.focus();
    }
  } catch {
    // The server is away for a moment; the next look may find it.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
