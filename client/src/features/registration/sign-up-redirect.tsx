import { Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { enabledSignUps, useSiteSettings } from '@/lib/site-settings/site-settings';

const PATHS = { individual: paths.signUpIndividual, company: paths.signUpCompany, none: paths.home };

/** `/signup`: redirects to the enabled sign-up, individuals first, otherwise to the homepage (design §4.2). */
export function SignUpRedirect() {
  const [kind = 'none'] = enabledSignUps(useSiteSettings());
  return <Navigate to={PATHS[kind]} replace />;
}
