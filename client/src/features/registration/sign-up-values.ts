export type SignUpKind = 'individual' | 'company';

/** The fields of a sign-up under the names that the server gives their errors. */
export interface SignUpValues {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  country: string;
  password: string;
  verifyPassword: string;
}

export const EMPTY_SIGN_UP: SignUpValues = {
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  country: '',
  password: '',
  verifyPassword: '',
};
