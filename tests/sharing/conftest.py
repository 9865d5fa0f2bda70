from ingestion_harness import bench

__all__ = ["bench"]
