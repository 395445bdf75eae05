// @ts-check
// Enhancement only: every page works without this file. Each module finds its own elements.
import { startDialogs } from "./dialogs.js";
import { startDisclosures } from "./disclosures.js";
import { startForms } from "./forms.js";
import { startParts } from "./parts.js";
import { startPickers } from "./pickers.js";
import { startSharing } from "./sharing.js";
import { startTabs } from "./tabs.js";
import { startThemes } from "./themes.js";

startThemes();
startDisclosures();
startParts();
startDialogs();
startForms();
startPickers();
startSharing();
startTabs();
