// @ts-check
// Enhancement only: every page works without this file. Each part finds its own elements and leaves the rest alone.
import { startDialogs } from "./dialogs.js";
import { startDisclosures } from "./disclosures.js";
import { startForms } from "./forms.js";
import { startSharing } from "./sharing.js";
import { startThemes } from "./themes.js";

startThemes();
startDisclosures();
startDialogs();
startForms();
startSharing();
