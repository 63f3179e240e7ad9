/** The pages of an account, in one file. */
import "../app";

export { AccountPage as Account } from "./account";
export { LoginPage as Login, RecoverPage as Recover } from "./login";
