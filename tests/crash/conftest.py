from intake_bench import bench

__all__ = ["bench"]
