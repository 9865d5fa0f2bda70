export { IngestionPage } from './ingestion-page';
export { UploadPage } from './upload-page';
