// @ts-check

const LEAST = 8;

/** A select with data-search and many options gets a field that narrows them by words. */
export function startPickers() {
  for (const select of document.querySelectorAll("select[data-search]")) {
    if (select instanceof HTMLSelectElement && select.options.length > LEAST) addSearch(select);
  }
}

/** @param {HTMLSelectElement} select */
function addSearch(select) {
  const options = [...select.options];
  const field = document.createElement("input");
  field.type = "search";
  field.className = "input";
  field.placeholder = `Find in ${options.length - 1} ${select.dataset.search}`;
  field.setAttribute("aria-label", field.placeholder);
  field.autocomplete = "off";
  select.before(field);
  field.addEventListener("input", () => narrow(select, options, field.value));
  // Enter in the field chooses the first match; it does not send the form.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const first = [...select.options].find((option) => option.value);
    if (first) select.value = first.value;
    select.focus();
  });
}

/** @param {HTMLSelectElement} select @param {HTMLOptionElement[]} options @param {string} text */
function narrow(select, options, text) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const chosen = select.value;
  const fits = (/** @type {HTMLOptionElement} */ option) => words.every((word) => fold(option.text).includes(word));
  select.replaceChildren(...options.filter((option) => !option.value || option.value === chosen || fits(option)));
  select.value = chosen;
}

/** Small letters without accents. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
