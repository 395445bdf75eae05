// @ts-check
// Shows in the title, and by browser notifications if allowed, that it is the player's turn.

const MARK = "● ";

/** @param {string} title the page's own title */
export function startNotices(title) {
  let wasAwaited = false;
  let plain = title;

  const button = document.getElementById("notify");
  if (button && "Notification" in window && Notification.permission === "default") {
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.hidden = (await Notification.requestPermission()) !== "default";
    });
  }

  function paint(/** @type {boolean} */ awaited) {
    document.title = awaited && document.hidden ? MARK + plain : plain;
  }

  document.addEventListener("visibilitychange", () => paint(wasAwaited));

  return {
    /** Sets the title; ``awaited`` is true if it is the player's turn. */
    update(/** @type {string} */ now, /** @type {boolean} */ awaited) {
      plain = now;
      if (awaited && !wasAwaited && document.hidden && "Notification" in window && Notification.permission === "granted")
        notify("Your turn", { body: plain, tag: location.pathname });
      wasAwaited = awaited;
      paint(awaited);
    },
  };
}

/** Shows a notification. Chrome on Android allows only service workers to do so and throws; the title must do there. @param {string} words @param {NotificationOptions} more */
function notify(words, more) {
  try {
    new Notification(words, more);
  } catch {
    // Without a notification the title still shows it.
  }
}
