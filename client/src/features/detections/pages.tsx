import { DetectionsPage } from './detections-page';

export const WorkforcePage = () => <DetectionsPage mode="workforce" />;
export const PortalsPage = () => <DetectionsPage mode="portals" />;
