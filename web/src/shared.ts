/**
 * What more than one page needs. Every page imports this file, so that the bundler makes one chunk of it all:
 * a page is then the shell, this chunk and its own, and a cold start needs few requests.
 */
import "./again";
import "./choice";
import "./header";
import "./i18n";
import "./icons";
import "./route";
import "./settings";
import "./storage";
import "./table/fairness";
import "./tile";
import "./tile-row";
import "./tiles";
