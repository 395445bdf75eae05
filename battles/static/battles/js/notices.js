// @ts-check
// Says in the title, and by the browser's notices where they are allowed, that a decision is awaited.

const MARK = "● ";

/** @param {string} title the page's own title */
export function startNotices(title) {
  let was = false;
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

  document.addEventListener("visibilitychange", () => paint(was));

  return {
    /** The page stands at this title now; ``awaited`` says that its reader owes a decision. */
    told(/** @type {string} */ now, /** @type {boolean} */ awaited) {
      plain = now;
      if (awaited && !was && document.hidden && "Notification" in window && Notification.permission === "granted")
        notify("Your decision is awaited", { body: plain, tag: location.pathname });
      was = awaited;
      paint(awaited);
    },
  };
}

/** Chrome on Android lets only a service worker show notices, and throws: there the title alone says it. @param {string} words @param {NotificationOptions} more */
function notify(words, more) {
  try {
    new Notification(words, more);
  } catch {
    // No notice is no reason not to show the page.
  }
}
