"""Any engine, given graphs at once: it is asked as often as for a problem without them, about many more variables."""

from puzzlelang.problem.record import Problem
from puzzlelang.solving import pipelines
from puzzlelang.solving.engine import Engine, Session
from puzzlelang.solving.projected_session import BoardOnly


def eagerly(plain: Engine) -> Engine:
    """The engine, which gets problems with graphs as problems without: see `graphs.eager`."""

    def opened(stated: Problem, cores: bool) -> Session:
        return BoardOnly(stated, plain.open(pipelines.eager(stated), cores))

    return Engine(f"{plain.name}, eagerly", opened, plain.own)
