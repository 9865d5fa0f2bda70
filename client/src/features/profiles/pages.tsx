export { DevicePage } from './device-page';
export { DevicesPage } from './devices-page';
export { LeakPage } from './leak-page';
export { LeaksPage } from './leaks-page';
export { PersonPage } from './person-page';
