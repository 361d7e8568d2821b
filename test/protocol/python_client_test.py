"""The published Python client, in both of its ways to talk to a server."""
import asyncio
import json

import pytest
from mcp import Client, ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

MODES = {"auto": "2026-07-28", "2026-07-28": "2026-07-28", "legacy": "2025-11-25"}


@pytest.fixture
def parameters(bin_dir):
    return StdioServerParameters(command=str(bin_dir / "codecalc"), args=[])


def run(conversation):
    return asyncio.run(asyncio.wait_for(conversation, 120))


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_conversation(parameters, mode):
    async def talk():
        async with Client(parameters, mode=mode) as client:
            assert client.protocol_version == MODES[mode]
            assert "calc_exact" in (client.instructions or "") or mode == "2026-07-28"
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"calc_exact", "execute_code", "list_languages"} <= set(tools)
            for tool in tools.values():
                assert tool.input_schema["type"] == "object"
                assert tool.output_schema["type"] == "object"
            sum_ = await client.call_tool("calc_exact", {"expr": "0.1 + 0.2 == 0.3"})
            assert sum_.structured_content["value"] is True and not sum_.is_error
            assert json.loads(sum_.content[0].text) == sum_.structured_content
            ran = await client.call_tool(
                "execute_code", {"language": "bash", "code": "read x; echo got $x", "stdin": "7\n"})
            assert ran.structured_content["stdout"] == "got 7\n"
            assert ran.structured_content["verdict"] == "OK"
            wrong = await client.call_tool("calc_exact", {"expresion": "1"})
            assert wrong.is_error and "expresion" in wrong.content[0].text
            with pytest.raises(MCPError) as unknown:
                await client.call_tool("nosuch", {})
            assert unknown.value.error.code == -32602
            assert (await client.list_prompts()).prompts == []
            await client.list_resources()
            await client.list_resource_templates()
            with pytest.raises(MCPError):
                await client.read_resource("ui://nosuch")
    run(talk())


@pytest.mark.parametrize("mode", MODES)
def test_progress_and_many_calls_at_once(parameters, mode):
    async def talk():
        steps = []

        async def on_progress(progress, total, message):
            steps.append(progress)

        async with Client(parameters, mode=mode) as client:
            slow = asyncio.create_task(client.call_tool(
                "execute_code_stream",
                {"language": "bash", "code": "for i in 1 2 3; do echo $i; sleep 0.7; done"},
                progress_callback=on_progress))
            answers = await asyncio.gather(*(
                client.call_tool("calc_exact", {"expr": f"{n}/3"}) for n in range(1, 200)))
            assert [a.structured_content["value"] for a in answers][:4] == ["1/3", "2/3", "1", "4/3"]
            assert (await slow).structured_content["stdout"] == "1\n2\n3\n"
        assert steps == sorted(set(steps)) and steps
    run(talk())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_cancelled_call_leaves_the_connection_usable(parameters, mode):
    async def talk():
        async with Client(parameters, mode=mode) as client:
            call = asyncio.create_task(client.call_tool(
                "execute_code", {"language": "bash", "code": "sleep 60", "timeout": 100}))
            await asyncio.sleep(0.5)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            answer = await client.call_tool("calc_exact", {"expr": "2**10"})
            assert answer.structured_content["value"] == "1024"
    run(talk())


def test_a_subscription_is_acknowledged_with_nothing(parameters):
    async def talk():
        async with Client(parameters, mode="auto") as client:
            async with client.listen(tools_list_changed=True) as subscription:
                assert not subscription.honored.tools_list_changed
                answer = await client.call_tool("calc_exact", {"expr": "1+1"})
                assert answer.structured_content["value"] == "2"
    run(talk())


def test_the_session_of_the_first_line(parameters):
    async def talk():
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            hello = await session.initialize()
            assert hello.server_info.name == "codecalc"
            assert hello.server_info.website_url and hello.server_info.icons
            assert len(hello.instructions) <= 1536
            await session.send_ping()
            answer = await session.call_tool("calc_exact", {"expr": "1/3 + 1/6"})
            assert answer.structured_content["value"] == "1/2"
    run(talk())
