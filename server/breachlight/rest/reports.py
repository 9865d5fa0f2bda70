"""The reports base: what happened in a month, as JSON and as PDF (rest-contract §4)."""

from starlette.responses import Response

from breachlight.kit.messages.answering import language_of_answer
from breachlight.reports import files, service
from breachlight.rest.operations import Call
from breachlight.rest.schemas import reports as schemas
from breachlight.rest.schemas.base import NoQuery


async def list_reports(call: Call[None, NoQuery]) -> list[schemas.ReportMonth]:
    """Return the months that have reports, the running one first."""
    return [schemas.ReportMonth.model_validate(month) for month in await service.list_months(call.subject)]


async def get_report(call: Call[None, schemas.ReportQuery]) -> schemas.Report:
    """Return the report of a month."""
    return schemas.Report.model_validate(await service.get_report(call.subject, call.query.month))


async def get_file(call: Call[None, schemas.ReportQuery]) -> Response:
    """Return the report of a month as a PDF file in the language of the answer."""
    content = await files.make_file(call.subject, call.client, call.query.month, language_of_answer())
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="breachlight-{call.query.month}.pdf"',
    }
    return Response(content, headers=headers, media_type="application/pdf")
