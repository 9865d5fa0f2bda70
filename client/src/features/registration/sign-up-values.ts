export type SignUpKind = 'individual' | 'company';

/** Sign-up fields, named as in the server's field errors. */
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
